// Test support: keys that protect nothing. The first two are those of RFC 8032, 7.1, test 1.
#pragma once

namespace vconform::suites {

inline constexpr const char* kPrivateKey =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
    "-----END PRIVATE KEY-----\n";
inline constexpr const char* kPublicKey =
    "-----BEGIN PUBLIC KEY-----\n"
    "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n"
    "-----END PUBLIC KEY-----\n";
inline constexpr const char* kOtherPublicKey =
    "-----BEGIN PUBLIC KEY-----\n"
    "MCowBQYDK2VwAyEAmuNpQ2+Mu9UZvpHLJqm1ZKShfdyHysNAg/6tI91DvRY=\n"
    "-----END PUBLIC KEY-----\n";
inline constexpr const char* kEcPrivateKey =
    "-----BEGIN PRIVATE KEY-----\n"
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBm5q2ohZytI0Dr/C\n"
    "GYhOwA4RASGp0wOY+13KvwUxqwOhRANCAAQc0qv+vBSOxLTGd4YHucM9L4itbYAM\n"
    "vnc9ha6QIkyZTibCvLM2VVKVwtKODiuRGFfG835EhAMkg2BOgXXeFBl8\n"
    "-----END PRIVATE KEY-----\n";
inline constexpr const char* kEcPublicKey =
    "-----BEGIN PUBLIC KEY-----\n"
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHNKr/rwUjsS0xneGB7nDPS+IrW2A\n"
    "DL53PYWukCJMmU4mwryzNlVSlcLSjg4rkRhXxvN+RIQDJINgToF13hQZfA==\n"
    "-----END PUBLIC KEY-----\n";
inline constexpr const char* kX25519PrivateKey =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VuBCIEIJBrXw0h9PYh8nFWhy+TVmEOv8ZH1S9d0vg7pSrdlvFd\n"
    "-----END PRIVATE KEY-----\n";
inline constexpr const char* kLockedPrivateKey =
    "-----BEGIN ENCRYPTED PRIVATE KEY-----\n"
    "MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhTzyV4yKYrJAICCAAw\n"
    "DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEBA1Uxfffpi4hxeyTXvQqDgEQJjE\n"
    "bQvEDHZG5UGSh4xPWBMmP61lTn8QripPxzz0yTMSPFdJQMgG4gzFo0F+PtuhNjoQ\n"
    "EFN+PJV7i/7USUozHSw=\n"
    "-----END ENCRYPTED PRIVATE KEY-----\n";

}  // namespace vconform::suites
