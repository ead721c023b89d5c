package dev.tenon.client.internal.connection;

import dev.tenon.client.ServerInfo;
import dev.tenon.client.handler.RequestingServer;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.model.Params;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Revision;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The protocol that client and server have negotiated: the revision and its codec. */
public record NegotiatedProtocol(ProtocolCodec codec, ServerInfo server, String target) {
    public Revision revision() {
        return server.revision();
    }

    public boolean isStateless() {
        return revision().isStateless();
    }

    /** Returns the description of this server for handlers of its requests. */
    public RequestingServer requestingServer() {
        return new RequestingServer(server.implementation(), target, revision());
    }

    /** Encodes the params of a request; under 2026-07-28 with the metadata of this client. */
    public <P extends Params> Json encodeParams(Method<P, ?> method, P params, Meta meta, RequestMeta requestMeta) {
        return codec.encodeParams(method, params, codec.withRequestMeta(meta, requestMeta));
    }

    /** Returns the mirrored headers of a message that names this tool, prompt or resource, if any. */
    public MirroredHeaders mirroredHeaders(@Nullable String name) {
        return isStateless() ? new MirroredHeaders(revision().wireName(), name, Map.of(), false) : MirroredHeaders.NONE;
    }
}
