package dev.tenon.oauth.client.internal;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One challenge of {@code WWW-Authenticate} (RFC 9110, section 11.3).
 *
 * @param scheme in small letters, such as {@code bearer}
 * @param params by name in small letters
 */
record Challenge(String scheme, Map<String, String> params) {
    /** A refusal without a word. */
    static final Challenge NONE = new Challenge("", Map.of());

    /** The challenge that OAuth answers: Bearer or DPoP, one that says more before one that says less. */
    static Challenge of(List<String> headers) {
        List<Challenge> ours = Challenges.parse(headers).stream()
                .filter(challenge -> challenge.scheme.equals("bearer") || challenge.scheme.equals("dpop"))
                .toList();
        return ours.stream()
                .filter(challenge -> challenge.params.containsKey("resource_metadata")
                        || challenge.params.containsKey("error")
                        || challenge.params.containsKey("scope"))
                .findFirst()
                .orElse(ours.isEmpty() ? NONE : ours.get(0));
    }

    boolean isDpop() {
        return scheme.equals("dpop");
    }

    @Nullable String error() {
        return params.get("error");
    }

    boolean isScopeMissing() {
        return "insufficient_scope".equals(error());
    }

    boolean wantsNonce() {
        return "use_dpop_nonce".equals(error());
    }

    /** Where the metadata of the resource is (RFC 9728, section 5.1), or null. */
    @Nullable String resourceMetadata() {
        return params.get("resource_metadata");
    }

    /** The scopes that are wanted, or null when it names none. */
    @Nullable Set<String> scopes() {
        String scope = params.get("scope");
        if (scope == null || scope.isBlank()) {
            return null;
        }
        return new LinkedHashSet<>(List.of(scope.strip().split(" +")));
    }
}
