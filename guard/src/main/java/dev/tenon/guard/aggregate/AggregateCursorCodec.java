package dev.tenon.guard.aggregate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.StateEncryptionKeys;
import java.util.List;

/**
 * Encodes cursors that contain a member's name and the member's own cursor, unchanged.
 *
 * @param keys encrypt the cursors, so that clients cannot forge them
 */
record AggregateCursorCodec(StateEncryptionKeys keys) {
    private static final String PURPOSE = "cursor of several servers: ";

    /** The start of a page: a cursor of a member. */
    record CursorPosition(String member, String cursor) {}

    String encode(String list, CursorPosition position) {
        return keys.seal(
                PURPOSE + list,
                Json.of(List.of(position.member(), position.cursor())).toBytes());
    }

    /**
     * Decodes a cursor.
     *
     * @throws RpcException -32602 if it is not a cursor of this list
     */
    CursorPosition decode(String list, String cursor) {
        byte[] decrypted = keys.open(PURPOSE + list, cursor).orElseThrow(AggregateCursorCodec::invalidCursorError);
        List<Json> parts = Json.parse(new String(decrypted, UTF_8)).elements();
        return new CursorPosition(
                String.valueOf(parts.get(0).string()),
                String.valueOf(parts.get(1).string()));
    }

    /** Returns the error for an invalid cursor. */
    static RpcException invalidCursorError() {
        String text =
                "Invalid params: params.cursor: not a cursor of this list; use nextCursor unchanged, or omit it to"
                        + " start over";
        return new RpcException(ErrorCode.INVALID_PARAMS, text);
    }
}
