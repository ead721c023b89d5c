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

/** The properties of a client, from its session or from a single request. */
public interface ClientProfile {
    @Nullable Implementation info();

    ClientCapabilities capabilities();

    /** Returns the minimum level of log messages that the client wants, or null for none. */
    @Nullable LogLevel logLevel();

    /** The client as described by a single request; nothing is stored between requests. */
    record RequestClientProfile(
            @Nullable Implementation info,
            ClientCapabilities capabilities,
            @Nullable LogLevel logLevel) implements ClientProfile {

        /**
         * Decodes the client profile of a request.
         *
         * @throws RpcException -32602 if a required member of {@code _meta} is missing, invalid or too large
         */
        public static RequestClientProfile of(
                StatelessCodec codec, @Nullable Json params, ClientInfoSizeValidator validator) {
            if (params != null && params.sizeInBytes() > validator.maxBytes()) {
                int unused = validator.validateAndMeasure(
                        params.get("_meta"), "params._meta.", MetaKey.CLIENT_INFO, MetaKey.CLIENT_CAPABILITIES);
            }
            try {
                RequestMeta meta = codec.decodeRequestMeta(params);
                return new RequestClientProfile(meta.clientInfo(), meta.clientCapabilities(), meta.logLevel());
            } catch (ParamsException e) {
                throw new RpcException(ErrorCode.INVALID_PARAMS, "Invalid params: " + e.getMessage());
            }
        }
    }
}
