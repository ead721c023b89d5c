package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import dev.tenon.model.MetaKey;
import dev.tenon.model.RequestMeta;
import dev.tenon.wire.ParamsException;
import dev.tenon.wire.StatelessWire;
import org.jspecify.annotations.Nullable;

/** The client as one request describes it; nothing is remembered from one request to the next. */
record RequestClient(
        @Nullable Implementation info,
        ClientCapabilities capabilities,
        @Nullable LogLevel logLevel) implements ClientView {

    /**
     * Reads what a request says of its client.
     *
     * @throws RpcException -32602 when a required member of {@code _meta} is missing, wrong or too large
     */
    static RequestClient of(StatelessWire wire, @Nullable Json params, ClientBound bound) {
        if (params != null && params.size() > bound.bytes()) {
            int unused =
                    bound.check(params.get("_meta"), "params._meta.", MetaKey.CLIENT_INFO, MetaKey.CLIENT_CAPABILITIES);
        }
        try {
            RequestMeta meta = wire.requestMeta(params);
            return new RequestClient(meta.clientInfo(), meta.clientCapabilities(), meta.logLevel());
        } catch (ParamsException e) {
            throw new RpcException(ErrorCode.INVALID_PARAMS, "Invalid params: " + e.getMessage());
        }
    }
}
