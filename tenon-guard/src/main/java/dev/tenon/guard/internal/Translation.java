package dev.tenon.guard.internal;

import dev.tenon.json.Json;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputResponse;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Params;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Result;
import dev.tenon.wire.StatelessWire;
import dev.tenon.wire.Wire;

/**
 * Carries messages between the wire of a client in front and that of the server behind. Within one era they pass as they
 * are, unknown members and all, but for what an older reader could not know; across eras, through the model.
 *
 * @param front the wire of the client in front
 * @param back the wire of the server behind
 */
record Translation(Wire front, Wire back) {
    /** Whether both have sessions, or neither has. */
    boolean oneEra() {
        return front.revision().isStateless() == back.revision().isStateless();
    }

    /** Whether what the server says can be read in front as it is. */
    private boolean readableInFront() {
        return oneEra() && back.revision().compareTo(front.revision()) <= 0;
    }

    /** The params of a request, for the server; {@code about} says who asks, where each request has to. */
    <P extends Params> Json params(Method<P, ?> method, Json params, RequestMeta about) {
        if (oneEra()) {
            return params;
        }
        P typed = front.decodeParams(method, params);
        return back.encodeParams(method, typed, back.withRequestMeta(typed.meta(), about));
    }

    /** The result of a request, for the client. */
    Json result(Method<?, ?> method, Json result) {
        return readableInFront() ? result : front.encodeResult(method, back.decodeResult(method, result));
    }

    /** Whether a notification of the server can be told to the client: one that nobody knows only as it is. */
    boolean canTell(NotificationType<?> type) {
        return front.serverNotification(type.name()) != null || isStrange(type) && oneEra();
    }

    private boolean isStrange(NotificationType<?> type) {
        return back.serverNotification(type.name()) == null;
    }

    /** The params of a notification of the server, for the client, who {@linkplain #canTell can be told} it. */
    <P extends Params> Json notification(NotificationType<P> type, Json params) {
        return readableInFront() || isStrange(type)
                ? params
                : front.encodeNotification(type, back.decodeNotification(type, params));
    }

    /** The params of a question of the server, for a client that can be asked by a request. */
    <P extends Params> Json question(Method<P, ?> method, Json params) {
        return readableInFront() ? params : front.encodeParams(method, back.decodeParams(method, params));
    }

    /** What a question of the server asks for. */
    InputRequest meant(Method<?, ?> method, Json params) {
        return (InputRequest) back.decodeParams(method, params);
    }

    /** The client's answer to such a question, for the server. */
    Json answer(Method<?, ?> method, Json answer) {
        boolean asItIs = oneEra() && front.revision().compareTo(back.revision()) <= 0;
        Result checked = front.decodeResult(method, answer);
        return asItIs ? answer : back.encodeResult(method, checked);
    }

    /** The answer of a client without session, for a server that waits for it. */
    <R extends InputResponse> Json response(Method<?, R> method, String key, Json answer) {
        R typed = ((StatelessWire) front).decodeInputResponse(method, key, answer);
        return back.encodeResult(method, typed);
    }
}
