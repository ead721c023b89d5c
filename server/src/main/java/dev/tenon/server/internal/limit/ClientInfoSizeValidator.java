package dev.tenon.server.internal.limit;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import org.jspecify.annotations.Nullable;

/** Limits the size of the client info that sessions, and upstream connections of a guard, store. */
public record ClientInfoSizeValidator(int maxBytes, LimitHitCounters counters) {
    /**
     * Returns the total size of {@code clientInfo} and {@code capabilities} in bytes.
     *
     * @param holder the object that has these members
     * @throws RpcException -32602 if it exceeds {@code Limits.clientInfoBytes}
     */
    public int validateAndMeasure(@Nullable Json holder, String path, String infoName, String capabilitiesName) {
        if (holder == null || !holder.isObject()) {
            return 0;
        }
        int info = size(holder.get(infoName));
        int capabilities = size(holder.get(capabilitiesName));
        if (info + capabilities <= maxBytes) {
            return info + capabilities;
        }
        counters.increment(LimitType.CLIENT_BYTES);
        String longer = info > capabilities ? infoName : capabilitiesName;
        throw new RpcException(
                ErrorCode.INVALID_PARAMS,
                "Invalid params: " + path + longer + ": " + Math.max(info, capabilities) + " bytes, but clientInfo and"
                        + " capabilities may have " + maxBytes + " together (limit: clientInfoBytes)");
    }

    private static int size(@Nullable Json json) {
        return json == null ? 0 : json.sizeInBytes();
    }
}
