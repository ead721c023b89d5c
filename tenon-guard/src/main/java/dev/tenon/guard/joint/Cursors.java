package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.StateKeys;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Cursors that name a member and its own cursor, letter by letter; signed, so that nobody else can make one. */
final class Cursors {
    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] PURPOSE = "tenon guard: cursors of several servers".getBytes(StandardCharsets.UTF_8);
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final List<byte[]> keys;

    Cursors(StateKeys keys) {
        // Never the key itself: it has another use.
        this.keys = keys.keys().stream().map(key -> mac(key, PURPOSE)).toList();
    }

    /** Where a page begins: at a cursor of that member. */
    record Place(String member, String cursor) {}

    String write(String list, Place place) {
        byte[] text = Json.of(List.of(list, place.member(), place.cursor())).toBytes();
        return ENCODER.encodeToString(text) + "." + ENCODER.encodeToString(mac(keys.get(0), text));
    }

    /**
     * The place that a cursor names.
     *
     * @throws RpcException -32602 when it is none of this list
     */
    Place read(String list, String cursor) {
        try {
            int dot = cursor.indexOf('.');
            byte[] text = Base64.getUrlDecoder().decode(cursor.substring(0, Math.max(dot, 0)));
            byte[] signature = Base64.getUrlDecoder().decode(cursor.substring(dot + 1));
            if (keys.stream().anyMatch(key -> MessageDigest.isEqual(mac(key, text), signature))) {
                List<Json> parts =
                        Json.parse(new String(text, StandardCharsets.UTF_8)).elements();
                if (list.equals(parts.get(0).string())) {
                    return new Place(
                            String.valueOf(parts.get(1).string()),
                            String.valueOf(parts.get(2).string()));
                }
            }
        } catch (IllegalArgumentException | JsonException e) {
            throw refused();
        }
        throw refused();
    }

    /** What a cursor that leads nowhere is answered with. */
    static RpcException refused() {
        return new RpcException(
                ErrorCode.INVALID_PARAMS,
                "Invalid params: params.cursor: not a cursor of this list; use nextCursor as it came, or none to start"
                        + " anew");
    }

    private static byte[] mac(byte[] key, byte[] text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has " + ALGORITHM, e);
        }
    }
}
