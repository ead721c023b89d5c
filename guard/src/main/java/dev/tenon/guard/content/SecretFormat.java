package dev.tenon.guard.content;

import java.util.List;

/**
 * The format of a kind of secret: a characteristic prefix and a body.
 *
 * @param kind its name, such as {@code github-token}
 * @param prefixes the possible prefixes; one that begins with a letter or digit matches only after another character
 * @param bodyMatcher matches the part after the prefix
 * @param keepsPrefix whether the prefix is not part of the secret and stays readable
 */
record SecretFormat(String kind, List<String> prefixes, SecretBodyMatcher bodyMatcher, boolean keepsPrefix) {
    SecretFormat {
        prefixes = List.copyOf(prefixes);
    }

    static SecretFormat of(String kind, SecretBodyMatcher bodyMatcher, String... prefixes) {
        return new SecretFormat(kind, List.of(prefixes), bodyMatcher, false);
    }

    /** Returns a format whose prefix only precedes the secret, such as the name of a variable. */
    static SecretFormat withVisiblePrefix(String kind, SecretBodyMatcher bodyMatcher, String... prefixes) {
        return new SecretFormat(kind, List.of(prefixes), bodyMatcher, true);
    }
}
