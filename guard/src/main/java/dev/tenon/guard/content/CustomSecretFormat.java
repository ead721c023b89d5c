package dev.tenon.guard.content;

/**
 * A format of secrets that the configuration defines.
 *
 * @param kind its name, as in {@code secrets.kind}
 * @param prefix the prefix of the secret, at least three ASCII characters
 * @param characters the characters after the prefix, as in the brackets of a regular expression: {@code A-Za-z0-9_-}
 * @param minLength the minimum number of characters after the prefix, at least 1
 * @param maxLength the maximum number of characters after the prefix, up to 4,096
 */
public record CustomSecretFormat(String kind, String prefix, String characters, int minLength, int maxLength) {
    private static final int MAX_LENGTH = 4096;

    public CustomSecretFormat {
        if (prefix.length() < 3 || !prefix.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException("The prefix of a secret must be at least three ASCII characters");
        }
        if (minLength < 1 || maxLength < minLength || maxLength > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "A secret must have 1 to " + MAX_LENGTH + " characters after its prefix");
        }
        new AsciiCharacterSet(characters);
    }

    SecretFormat toFormat() {
        AsciiCharacterSet bodyCharacters = new AsciiCharacterSet(characters);
        return SecretFormat.of(kind, SecretBodyMatcher.repeat(bodyCharacters, minLength, maxLength), prefix);
    }
}
