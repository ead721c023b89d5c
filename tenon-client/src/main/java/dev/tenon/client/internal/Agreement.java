package dev.tenon.client.internal;

import dev.tenon.client.Asker;
import dev.tenon.client.ServerInfo;
import dev.tenon.client.internal.link.Envelope;
import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Params;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Revision;
import dev.tenon.wire.Wire;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client and a server have agreed on: the revision, and with it how everything is written. */
record Agreement(Wire wire, ServerInfo server, String target) {
    Revision revision() {
        return server.revision();
    }

    boolean isStateless() {
        return revision().isStateless();
    }

    /** Who asks, when this server does. */
    Asker asker() {
        Implementation implementation = server.implementation();
        return new Asker(implementation, target, revision());
    }

    /** The parameters of a request; in 2026-07-28 each says who asks. */
    <P extends Params> Json write(Method<P, ?> method, P params, Meta meta, RequestMeta about) {
        return wire.encodeParams(method, params, wire.withRequestMeta(meta, about));
    }

    /** What stands outside of a message that names this, or nothing. */
    Envelope envelope(@Nullable String name) {
        return isStateless() ? new Envelope(revision().wireName(), name, Map.of(), false) : Envelope.PLAIN;
    }

    <P extends Params> Json write(NotificationType<P> type, P params) {
        return wire.encodeNotification(type, params);
    }
}
