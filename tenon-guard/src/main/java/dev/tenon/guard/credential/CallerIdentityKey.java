package dev.tenon.guard.credential;

import dev.tenon.guard.internal.file.CanonicalJson;
import dev.tenon.guard.internal.file.Sha256;
import dev.tenon.json.Json;
import dev.tenon.server.call.CallerPrincipal;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who somebody is, and with which rights: two tokens of one caller are of one standing when they say the same but for
 * their times and ids, and then one may stand for the other. A token with other scopes, or one that another client got,
 * never does.
 */
final class CallerIdentityKey {
    /** What differs from token to token that says the same; those beyond RFC 7519 are those of large providers. */
    private static final Set<String> PER_TOKEN_CLAIMS = Set.of(
            "exp",
            "iat",
            "nbf",
            "jti",
            "auth_time",
            "sid",
            "session_state",
            "at_hash",
            "uti",
            "aio",
            "rh",
            "origin_jti");

    private CallerIdentityKey() {}

    /** A name for it that holds nothing secret, and nothing personal. */
    static String of(CallerPrincipal caller) {
        Map<String, Json> lasting = new TreeMap<>(caller.claims());
        lasting.keySet().removeAll(PER_TOKEN_CLAIMS);
        Map<String, Object> all = new TreeMap<>();
        all.put("name", caller.name());
        all.put("scopes", new TreeSet<>(caller.scopes()));
        all.put("claims", lasting);
        return Sha256.hex(CanonicalJson.of(Json.of(all)).toBytes());
    }
}
