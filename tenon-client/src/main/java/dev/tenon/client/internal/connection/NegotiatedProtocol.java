package dev.tenon.client.internal.connection;

import dev.tenon.client.ServerInfo;
import dev.tenon.client.handler.RequestingServer;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Params;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Revision;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client and a server have agreed on: the revision, and with it how everything is written. */
public record NegotiatedProtocol(ProtocolCodec codec, ServerInfo server, String target) {
    public Revision revision() {
        return server.revision();
    }

    public boolean isStateless() {
        return revision().isStateless();
    }

    /** Who asks, when this server does. */
    public RequestingServer requestingServer() {
        Implementation implementation = server.implementation();
        return new RequestingServer(implementation, target, revision());
    }

    /** The parameters of a request; in 2026-07-28 each says who asks. */
    public <P extends Params> Json encode(Method<P, ?> method, P params, Meta meta, RequestMeta about) {
        return codec.encodeParams(method, params, codec.withRequestMeta(meta, about));
    }

    /** What stands outside of a message that names this, or nothing. */
    public MirroredHeaders mirroredHeaders(@Nullable String name) {
        return isStateless() ? new MirroredHeaders(revision().wireName(), name, Map.of(), false) : MirroredHeaders.NONE;
    }

    <P extends Params> Json encode(NotificationType<P> type, P params) {
        return codec.encodeNotification(type, params);
    }
}
