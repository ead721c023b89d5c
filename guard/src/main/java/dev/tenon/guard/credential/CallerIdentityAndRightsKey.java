package dev.tenon.guard.credential;

import dev.tenon.guard.internal.file.CanonicalJson;
import dev.tenon.json.Json;
import dev.tenon.server.call.CallerPrincipal;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Computes a key of a caller's identity and rights. Tokens of one caller have the same key if they differ only in times
 * and ids, and are then interchangeable; tokens with other scopes or of another client have different keys.
 */
final class CallerIdentityAndRightsKey {
    /** Claims that differ between otherwise equal tokens; those not in RFC 7519 are used by large providers. */
    private static final Set<String> PER_TOKEN_CLAIMS =
            Set.of("exp iat nbf jti auth_time sid session_state at_hash uti aio rh origin_jti".split(" "));

    private CallerIdentityAndRightsKey() {}

    /** Returns the key, a hash without secrets or personal data. */
    static String of(CallerPrincipal caller) {
        Map<String, Json> stableClaims = new TreeMap<>(caller.claims());
        stableClaims.keySet().removeAll(PER_TOKEN_CLAIMS);
        TreeSet<String> scopes = new TreeSet<>(caller.scopes());
        return CanonicalJson.hash(Json.of(Map.of("name", caller.name(), "scopes", scopes, "claims", stableClaims)));
    }
}
