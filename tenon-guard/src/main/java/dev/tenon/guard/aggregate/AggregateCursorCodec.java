package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.StateEncryptionKeys;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Cursors that name a member and its own cursor, letter by letter.
 *
 * @param keys seal the cursors, so that a client cannot make one
 */
record AggregateCursorCodec(StateEncryptionKeys keys) {
    private static final String PURPOSE = "cursor of several servers: ";

    /** Where a page begins: at a cursor of that member. */
    record CursorPosition(String member, String cursor) {}

    String encode(String list, CursorPosition place) {
        return keys.seal(
                PURPOSE + list, Json.of(List.of(place.member(), place.cursor())).toBytes());
    }

    /**
     * The place that a cursor names.
     *
     * @throws RpcException -32602 when it is none of this list
     */
    CursorPosition decode(String list, String cursor) {
        byte[] text = keys.open(PURPOSE + list, cursor).orElseThrow(AggregateCursorCodec::invalidCursorError);
        List<Json> parts = Json.parse(new String(text, StandardCharsets.UTF_8)).elements();
        return new CursorPosition(
                String.valueOf(parts.get(0).string()),
                String.valueOf(parts.get(1).string()));
    }

    /** What a cursor that leads nowhere is answered with. */
    static RpcException invalidCursorError() {
        return new RpcException(
                ErrorCode.INVALID_PARAMS,
                "Invalid params: params.cursor: not a cursor of this list; use nextCursor as it came, or none to start"
                        + " anew");
    }
}
