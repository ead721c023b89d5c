package dev.tenon.server.internal.feature;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.StateEncryptionKeys;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Page cursors: sealed places, so that a client can neither make one up nor use one on another list. */
public record PageCursorCodec(StateEncryptionKeys keys) {
    private static final int MAX_CURSOR_CHARS = 200;

    @Nullable String encode(String list, @Nullable Long place) {
        return place == null
                ? null
                : keys.seal(
                        purpose(list),
                        ByteBuffer.allocate(Long.BYTES).putLong(place).array());
    }

    /**
     * The place that a cursor names; 0, before everything, when there is none.
     *
     * @throws RpcException -32602 when the cursor did not come from this list
     */
    long decode(String list, @Nullable String cursor) {
        if (cursor == null) {
            return 0;
        }
        return (cursor.length() > MAX_CURSOR_CHARS
                        ? java.util.Optional.<byte[]>empty()
                        : keys.open(purpose(list), cursor))
                .filter(bytes -> bytes.length == Long.BYTES)
                .map(bytes -> ByteBuffer.wrap(bytes).getLong())
                .orElseThrow(() -> new RpcException(
                        ErrorCode.INVALID_PARAMS,
                        "params.cursor: not a cursor of this list; use nextCursor as it came, or none to start anew"));
    }

    private static String purpose(String list) {
        return "cursor of " + list;
    }
}
