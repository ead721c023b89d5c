package dev.tenon.guard.content;

import java.util.List;

/**
 * The format of a kind of secret: a prefix that gives it away, and how it goes on.
 *
 * @param kind its name: {@code github-token}
 * @param prefixes the texts it may begin with; one that begins with a letter or digit counts only where no other is
 *     before it
 * @param bodyMatcher how it goes on
 * @param keepsPrefix whether the prefix is no part of the secret and stays readable
 */
record SecretFormat(String kind, List<String> prefixes, SecretBodyMatcher bodyMatcher, boolean keepsPrefix) {
    SecretFormat {
        prefixes = List.copyOf(prefixes);
    }

    static SecretFormat of(String kind, SecretBodyMatcher shape, String... prefixes) {
        return new SecretFormat(kind, List.of(prefixes), shape, false);
    }

    /** A format whose prefix only leads to the secret, such as the name of a variable. */
    static SecretFormat withVisiblePrefix(String kind, SecretBodyMatcher shape, String... prefixes) {
        return new SecretFormat(kind, List.of(prefixes), shape, true);
    }
}
