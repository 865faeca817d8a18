#!/bin/bash -eu
# The build script of OSS-Fuzz and ClusterFuzzLite: builds the fuzz targets from $SRC/vconform in $WORK,
# with the compilers, flags and engine that are given, and puts each into $OUT with its seeds, its
# dictionary and libFuzzer's options, all of them with the shared libraries that they need.

case ${SANITIZER:-address} in
  memory)
    echo 'build.sh: the packages that are linked are not built with MemorySanitizer' >&2
    exit 1
    ;;
esac

# The distribution's fmt, RapidCheck and pugixml are built against libstdc++, so that what links them
# must be, too. clang's runtimes have a C++ library of their own and do not mind.
export CXXFLAGS=${CXXFLAGS//-stdlib=libc++/}
build=$WORK/vconform

cmake --fresh -S "$SRC/vconform" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DBUILD_TESTING=OFF \
  -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" \
  -DVCONFORM_FUZZING=ON -DVCONFORM_FUZZING_ENGINE="${LIB_FUZZING_ENGINE// /;}" \
  -DCMAKE_BUILD_RPATH="\$ORIGIN/lib"
cmake --build "$build" --parallel "$(nproc)" --target all_fuzz_targets fuzz_corpora

# Where the targets run there are no packages: what is not part of every system goes along.
copy_libraries() {
  ldd "$1" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | while read -r library; do
    case ${library##*/} in
      libc.so.* | libm.so.* | libdl.so.* | librt.so.* | libpthread.so.* | libresolv.so.*) ;;
      *) cp -Lu "$library" "$OUT/lib/" ;;
    esac
  done
}

mkdir -p "$OUT/lib"
while IFS=$'\t' read -r name program seeds dictionary max_len; do
  cp "$program" "$OUT/$name"
  copy_libraries "$program"
  (cd "$seeds" && cmake -E tar cf "$OUT/${name}_seed_corpus.zip" --format=zip .)
  [ "$dictionary" = - ] || cp "$dictionary" "$OUT/$name.dict"
  # Inputs are choices or whole files: short ones first is no use.
  printf '[libfuzzer]\nlen_control = 0\n' >"$OUT/$name.options"
  [ "$max_len" = - ] || printf 'max_len = %s\n' "$max_len" >>"$OUT/$name.options"
done <"$build/fuzz/targets.txt"
