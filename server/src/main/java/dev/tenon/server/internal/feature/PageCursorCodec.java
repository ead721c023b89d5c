package dev.tenon.server.internal.feature;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.StateEncryptionKeys;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Encodes page cursors as encrypted positions, so that a client can neither forge one nor use one for another list. */
public record PageCursorCodec(StateEncryptionKeys keys) {
    private static final int MAX_CURSOR_CHARS = 200;

    @Nullable String encode(String list, @Nullable Long position) {
        return position == null
                ? null
                : keys.seal(
                        encryptionPurpose(list),
                        ByteBuffer.allocate(Long.BYTES).putLong(position).array());
    }

    /**
     * Returns the position of a cursor; 0, the start of the list, without a cursor.
     *
     * @throws RpcException -32602 if the cursor is not from this list
     */
    long decode(String list, @Nullable String cursor) {
        if (cursor == null) {
            return 0;
        }
        return (cursor.length() > MAX_CURSOR_CHARS
                        ? Optional.<byte[]>empty()
                        : keys.open(encryptionPurpose(list), cursor))
                .filter(bytes -> bytes.length == Long.BYTES)
                .map(bytes -> ByteBuffer.wrap(bytes).getLong())
                .orElseThrow(() -> new RpcException(
                        ErrorCode.INVALID_PARAMS,
                        "params.cursor: not a cursor of this list; use nextCursor as received, or no cursor to"
                                + " start again"));
    }

    private static String encryptionPurpose(String list) {
        return "cursor of " + list;
    }
}
