package dev.tenon.guard.internal;

import dev.tenon.client.Cancellation;
import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireCall;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.InputResponse;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.server.Answer;
import dev.tenon.server.Ask;
import dev.tenon.wire.StatelessWire;
import dev.tenon.wire.Wire;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One request of a session in front on its way to the server behind. What that asks in its course, the client is asked: by a
 * request of its own, whether the server sends a request or wants to be called again (2026-07-28).
 */
final class SessionCall implements Course {
    private final Method<?, ?> method;
    private final Json params;
    private final Front front;
    private final int mostRounds;

    SessionCall(Method<?, ?> method, Json params, Front front, int mostRounds) {
        this.method = method;
        this.params = params;
        this.front = front;
        this.mostRounds = mostRounds;
    }

    /** Makes the call, and gives the result in the words of the front. */
    Json through(Upstream upstream) {
        return goOn(upstream, upstream.call(first(upstream, new Cancellation()), this));
    }

    /** The call as it is made first. */
    WireCall first(Upstream upstream, Cancellation cancellation) {
        return call(upstream, cancellation, Json.EMPTY_OBJECT);
    }

    private WireCall call(Upstream upstream, Cancellation cancellation, Json brought) {
        return new WireCall(
                method,
                back -> merged(front.to(back).params(method, params, front.about()), brought),
                front.options(method, cancellation, news -> front.progress(news, upstream)),
                this);
    }

    /** Gives the result, in the words of the front, that began with this answer; a server without sessions may be called again. */
    Json goOn(Upstream upstream, WireAnswer first) {
        WireAnswer answer = first;
        for (int round = 0; ; round++) {
            Json passed = front.crossing().back(answer);
            if (!(answer.wire() instanceof StatelessWire back)
                    || !(back.decodeResult(method, passed) instanceof InputRequired asked)) {
                return front.to(answer.wire()).result(method, passed);
            }
            if (round >= mostRounds) {
                throw new RpcException(ErrorCode.INTERNAL_ERROR, "The server behind this guard asks without end");
            }
            Json resumed = answers(asked, back);
            front.crossing().leaves();
            answer = upstream.call(call(upstream, new Cancellation(), resumed), this);
        }
    }

    private static Json merged(Json params, Json more) {
        Json merged = params;
        for (Map.Entry<String, Json> member : more.members().entrySet()) {
            merged = merged.with(member.getKey(), member.getValue());
        }
        return merged;
    }

    /** What to bring along when the server is called again. */
    private Json answers(InputRequired asked, StatelessWire back) {
        Map<String, Json> answers = new LinkedHashMap<>();
        asked.inputRequests().forEach((key, question) -> answers.put(key, answer(key, question, back)));
        Json resumed = Json.EMPTY_OBJECT.with("inputResponses", Json.of(answers));
        return asked.requestState() == null ? resumed : resumed.with("requestState", Json.of(asked.requestState()));
    }

    private Json answer(String key, InputRequest question, StatelessWire back) {
        Answer<InputResponse> answer = front.call().ask(key, Ask.relayed(question));
        InputResponse given = answer.value()
                .orElseThrow(() -> new RpcException(ErrorCode.INTERNAL_ERROR, "The user rejected the request"));
        return encoded(back, question.method(), given);
    }

    private static <R extends InputResponse> Json encoded(
            StatelessWire back, Method<?, R> method, InputResponse response) {
        return back.encodeInputResponse(method, method.result().cast(response));
    }

    @Override
    public boolean mayBeAsked() {
        return method.mayRequireInput();
    }

    @Override
    public Json asked(Method<?, ?> question, Json asked, Wire back) throws InterruptedException {
        Translation translation = front.to(back);
        Declared.check(translation.meant(question, asked), front.call().clientCapabilities());
        return Questions.through(
                front.crossing().question(question, asked, back.revision()),
                front.wire().revision(),
                passed -> translation.answer(
                        question, front.call().ask(question, translation.question(question, passed))));
    }

    @Override
    public void hear(NotificationType<?> type, Json news, Wire back) {
        front.tell(type, news, back);
    }
}
