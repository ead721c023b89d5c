package dev.tenon.server.feature;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** Validates scopes in definitions (RFC 6749, section 3.3). */
final class ScopeValidator {
    private ScopeValidator() {}

    /**
     * Returns the scopes in the given order.
     *
     * @throws IllegalArgumentException if a scope is invalid or is {@code offline_access}
     */
    static Set<String> validate(String... scopes) {
        Set<String> all = new LinkedHashSet<>();
        for (String scope : scopes) {
            if (scope.isEmpty() || !scope.chars().allMatch(ScopeValidator::isAllowedCharacter)) {
                throw new IllegalArgumentException(
                        "Invalid scope; use visible ASCII without space, quote and backslash: \"" + scope + "\"");
            }
            if (scope.equals("offline_access")) {
                throw new IllegalArgumentException(
                        "offline_access requests a refresh token and grants no permission here: remove it");
            }
            all.add(scope);
        }
        return Collections.unmodifiableSet(all);
    }

    private static boolean isAllowedCharacter(int c) {
        return c > 0x20 && c < 0x7f && c != '"' && c != '\\';
    }
}
