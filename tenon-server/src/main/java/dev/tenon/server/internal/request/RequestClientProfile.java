package dev.tenon.server.internal.request;

import dev.tenon.codec.ParamsException;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import dev.tenon.model.MetaKey;
import dev.tenon.model.RequestMeta;
import dev.tenon.server.internal.limit.ClientInfoSizeValidator;
import org.jspecify.annotations.Nullable;

/** The client as one request describes it; nothing is remembered from one request to the next. */
public record RequestClientProfile(
        @Nullable Implementation info,
        ClientCapabilities capabilities,
        @Nullable LogLevel logLevel) implements ClientProfile {

    /**
     * Reads what a request says of its client.
     *
     * @throws RpcException -32602 when a required member of {@code _meta} is missing, wrong or too large
     */
    public static RequestClientProfile of(StatelessCodec wire, @Nullable Json params, ClientInfoSizeValidator bound) {
        if (params != null && params.sizeInBytes() > bound.maxBytes()) {
            int unused = bound.validate(
                    params.get("_meta"), "params._meta.", MetaKey.CLIENT_INFO, MetaKey.CLIENT_CAPABILITIES);
        }
        try {
            RequestMeta meta = wire.decodeRequestMeta(params);
            return new RequestClientProfile(meta.clientInfo(), meta.clientCapabilities(), meta.logLevel());
        } catch (ParamsException e) {
            throw new RpcException(ErrorCode.INVALID_PARAMS, "Invalid params: " + e.getMessage());
        }
    }
}
