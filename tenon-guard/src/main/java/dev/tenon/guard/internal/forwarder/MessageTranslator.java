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
 * Carries messages between the wire of a client in front and that of the server behind. Within one era they pass as
 * they are, unknown members and all, but for what an older reader could not know; across eras, through the model.
 *
 * @param downstream the wire of the client in front
 * @param upstream the wire of the server behind
 */
public record MessageTranslator(ProtocolCodec downstream, ProtocolCodec upstream) {
    /** Whether both have sessions, or neither has. */
    boolean isSameEra() {
        return downstream.revision().isStateless() == upstream.revision().isStateless();
    }

    /** Whether what the server says can be read in front as it is. */
    private boolean isReadableDownstream() {
        return isSameEra() && upstream.revision().compareTo(downstream.revision()) <= 0;
    }

    /** The params of a request, for the server; {@code about} says who asks, where each request has to. */
    <P extends Params> Json translateParams(Method<P, ?> method, Json params, RequestMeta about) {
        if (isSameEra()) {
            return params;
        }
        P typed = downstream.decodeParams(method, params);
        return upstream.encodeParams(method, typed, upstream.withRequestMeta(typed.meta(), about));
    }

    /** The result of a request, for the client. */
    Json translateResult(Method<?, ?> method, Json result) {
        return isReadableDownstream() ? result : downstream.encodeResult(method, upstream.decodeResult(method, result));
    }

    /** Whether a notification of the server can be told to the client: one that nobody knows only as it is. */
    boolean canTranslate(NotificationType<?> type) {
        return downstream.findServerNotification(type.name()) != null || isUnknown(type) && isSameEra();
    }

    private boolean isUnknown(NotificationType<?> type) {
        return upstream.findServerNotification(type.name()) == null;
    }

    /** The params of a notification of the server, for the client, who {@linkplain #canTranslate can be told} it. */
    public <P extends Params> Json translateNotification(NotificationType<P> type, Json params) {
        return isReadableDownstream() || isUnknown(type)
                ? params
                : downstream.encodeNotification(type, upstream.decodeNotification(type, params));
    }

    /** The params of a question of the server, for a client that can be asked by a request. */
    <P extends Params> Json translateServerRequest(Method<P, ?> method, Json params) {
        return isReadableDownstream() ? params : downstream.encodeParams(method, upstream.decodeParams(method, params));
    }

    /** What a question of the server asks for. */
    public InputRequest decodeInputRequest(Method<?, ?> method, Json params) {
        return (InputRequest) upstream.decodeParams(method, params);
    }

    /** The client's answer to such a question, for the server. */
    Json translateClientResult(Method<?, ?> method, Json answer) {
        boolean asItIs = isSameEra() && downstream.revision().compareTo(upstream.revision()) <= 0;
        Result checked = downstream.decodeResult(method, answer);
        return asItIs ? answer : upstream.encodeResult(method, checked);
    }

    /** The answer of a client without session, for a server that waits for it. */
    public <R extends InputResponse> Json translateInputResponse(Method<?, R> method, String key, Json answer) {
        R typed = ((StatelessCodec) downstream).decodeInputResponse(method, key, answer);
        return upstream.encodeResult(method, typed);
    }
}
