package dev.tenon.oauth.client.internal.discovery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One challenge of {@code WWW-Authenticate} (RFC 9110, section 11.3).
 *
 * @param scheme the scheme in lower case, such as {@code bearer}
 * @param params the parameters, by name in lower case
 */
public record AuthenticationChallenge(String scheme, Map<String, String> params) {
    /** A rejection without a challenge. */
    public static final AuthenticationChallenge NONE = new AuthenticationChallenge("", Map.of());

    private static final int MAX_CHARS = 16 << 10;
    /** Matches a token, with the value if it is a parameter: a quoted string, or anything up to a comma or space. */
    private static final Pattern PART = Pattern.compile(
            "([!#$%&'*+.^_`|~0-9A-Za-z-]++)(?:[ \t]*+=[ \t]*+(?:\"((?:[^\"\\\\]|\\\\.)*+)|([^, \t\"][^, \t]*+|)))?+",
            Pattern.DOTALL);

    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)", Pattern.DOTALL);

    /** Returns the OAuth challenge: Bearer or DPoP, preferring one with details. */
    public static AuthenticationChallenge parseOAuthChallenge(List<String> headers) {
        List<AuthenticationChallenge> supported = parseAll(headers).stream()
                .filter(challenge -> challenge.scheme.equals("bearer") || challenge.scheme.equals("dpop"))
                .toList();
        return supported.stream()
                .filter(challenge -> challenge.params.containsKey("resource_metadata")
                        || challenge.params.containsKey("error")
                        || challenge.params.containsKey("scope"))
                .findFirst()
                .orElse(supported.isEmpty() ? NONE : supported.get(0));
    }

    /**
     * Parses all challenges: one value can contain several, and one challenge can span several values. Invalid parts
     * are skipped.
     */
    private static List<AuthenticationChallenge> parseAll(List<String> values) {
        String all = String.join(", ", values);
        List<AuthenticationChallenge> found = new ArrayList<>();
        Map<String, String> params = new LinkedHashMap<>();
        var part = PART.matcher(all.substring(0, Math.min(all.length(), MAX_CHARS)));
        while (part.find()) {
            String name = part.group(1).toLowerCase(Locale.ROOT);
            String value = part.group(2) == null
                    ? part.group(3)
                    : ESCAPED.matcher(part.group(2)).replaceAll("$1");
            if (value == null) {
                params = new LinkedHashMap<>();
                found.add(new AuthenticationChallenge(name, params));
            } else {
                params.putIfAbsent(name, value);
            }
        }
        return found;
    }

    public boolean isDpop() {
        return scheme.equals("dpop");
    }

    @Nullable public String error() {
        return params.get("error");
    }

    public boolean isInsufficientScope() {
        return "insufficient_scope".equals(error());
    }

    public boolean isNonceRequired() {
        return "use_dpop_nonce".equals(error());
    }

    /** Returns the URL of the resource metadata (RFC 9728, section 5.1), or null. */
    @Nullable public String resourceMetadata() {
        return params.get("resource_metadata");
    }

    /** Returns the required scopes, or null if the challenge names none. */
    @Nullable public Set<String> scopes() {
        String scope = params.get("scope");
        if (scope == null || scope.isBlank()) {
            return null;
        }
        return new LinkedHashSet<>(List.of(scope.strip().split(" +")));
    }
}
