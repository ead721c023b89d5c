package dev.tenon.server.feature;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** Scopes as they are written in a description (RFC 6749, section 3.3). */
final class ScopeValidator {
    private ScopeValidator() {}

    /**
     * The scopes in the order given.
     *
     * @throws IllegalArgumentException when one of them is no scope, or is {@code offline_access}
     */
    static Set<String> validate(String... scopes) {
        Set<String> all = new LinkedHashSet<>();
        for (String scope : scopes) {
            if (scope.isEmpty() || !scope.chars().allMatch(ScopeValidator::isAllowedCharacter)) {
                throw new IllegalArgumentException(
                        "A scope is visible ASCII without space, quote and backslash, not: \"" + scope + "\"");
            }
            if (scope.equals("offline_access")) {
                throw new IllegalArgumentException(
                        "offline_access asks for a refresh token and is no right to anything here: leave it out");
            }
            all.add(scope);
        }
        return Collections.unmodifiableSet(all);
    }

    private static boolean isAllowedCharacter(int c) {
        return c > 0x20 && c < 0x7f && c != '"' && c != '\\';
    }
}
