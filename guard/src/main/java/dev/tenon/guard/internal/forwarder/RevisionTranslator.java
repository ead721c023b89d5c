package dev.tenon.guard.internal.forwarder;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.json.Json;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputResponse;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Params;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Result;

/**
 * Translates messages between the codecs of the client and the upstream. Within an era, messages are forwarded
 * unchanged, including unknown members, except for what an older revision cannot read. Between eras they are decoded
 * and encoded again.
 *
 * @param downstream the codec of the client
 * @param upstream the codec of the upstream server
 */
public record RevisionTranslator(ProtocolCodec downstream, ProtocolCodec upstream) {
    /** Returns whether both sides have sessions, or neither has. */
    boolean isSameEra() {
        return downstream.revision().isStateless() == upstream.revision().isStateless();
    }

    /** Returns whether the client can read messages of the server unchanged. */
    private boolean isReadableDownstream() {
        return isSameEra() && upstream.revision().compareTo(downstream.revision()) <= 0;
    }

    /**
     * Translates the params of a request for a server of another era; {@code meta} describes the client for revisions
     * that require it.
     */
    <P extends Params> Json translateParams(Method<P, ?> method, Json params, RequestMeta meta) {
        P typed = downstream.decodeParams(method, params);
        return upstream.encodeParams(method, typed, upstream.withRequestMeta(typed.meta(), meta));
    }

    /** Translates the result of a request for the client. */
    Json translateResult(Method<?, ?> method, Json result) {
        return isReadableDownstream() ? result : downstream.encodeResult(method, upstream.decodeResult(method, result));
    }

    /**
     * Returns whether a notification of the server can be sent to the client. Unknown notifications are forwarded only
     * within an era.
     */
    boolean canForwardToClient(NotificationType<?> type) {
        return downstream.findServerNotification(type.name()) != null || isUnknownToUpstream(type) && isSameEra();
    }

    private boolean isUnknownToUpstream(NotificationType<?> type) {
        return upstream.findServerNotification(type.name()) == null;
    }

    /** Translates the params of a notification of the server for which {@link #canForwardToClient} returns true. */
    public <P extends Params> Json translateNotification(NotificationType<P> type, Json params) {
        return isReadableDownstream() || isUnknownToUpstream(type)
                ? params
                : downstream.encodeNotification(type, upstream.decodeNotification(type, params));
    }

    /** Translates the params of a request of the server, for a client with a session. */
    <P extends Params> Json translateServerRequest(Method<P, ?> method, Json params) {
        return isReadableDownstream() ? params : downstream.encodeParams(method, upstream.decodeParams(method, params));
    }

    /** Decodes the params of a request of the server. */
    public InputRequest decodeInputRequest(Method<?, ?> method, Json params) {
        return (InputRequest) upstream.decodeParams(method, params);
    }

    /** Translates the client's result of such a request for the server, after validating it. */
    Json translateClientResult(Method<?, ?> method, Json response) {
        boolean isUnchanged = isSameEra() && downstream.revision().compareTo(upstream.revision()) <= 0;
        Result decoded = downstream.decodeResult(method, response);
        return isUnchanged ? response : upstream.encodeResult(method, decoded);
    }

    /** Translates the input response of a client without a session for a server that waits for it. */
    public <R extends InputResponse> Json translateInputResponse(Method<?, R> method, String key, Json response) {
        R typed = ((StatelessCodec) downstream).decodeInputResponse(method, key, response);
        return upstream.encodeResult(method, typed);
    }
}
