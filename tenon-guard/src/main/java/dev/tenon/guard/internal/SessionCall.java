package dev.tenon.guard.internal;

import dev.tenon.client.WireAnswer;
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
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A request of a session. What the upstream asks meanwhile, the client is asked by a request of its own, whether the upstream sends a
 * request or wants to be called again (2026-07-28).
 */
final class SessionCall extends ForwardedCall {
    private final int maxRounds;
    private final Executor later;
    private final AtomicInteger rounds = new AtomicInteger();

    /**
     * A request that was not sent yet.
     *
     * @param maxRounds how often the upstream may want to be called again
     * @param later runs what may block: asking the client
     */
    SessionCall(Json params, Front front, Upstream upstream, FilteredCall completion, int maxRounds, Executor later) {
        super(params, front, upstream, completion);
        this.maxRounds = maxRounds;
        this.later = later;
    }

    @Override
    @Nullable Json known(Front asking, WireAnswer answer) {
        Json passed = asking.crossing().back(answer);
        if (!(answer.wire() instanceof StatelessWire back)
                || !(back.decodeResult(method, passed) instanceof InputRequired asked)) {
            return asking.to(answer.wire()).result(method, passed);
        }
        if (rounds.incrementAndGet() > maxRounds) {
            throw new RpcException(ErrorCode.INTERNAL_ERROR, "The server behind this guard asks without end");
        }
        later.execute(() -> ask(asked, back));
        return null;
    }

    /** Asks the client, and sends the request again with the answers. */
    private void ask(InputRequired asked, StatelessWire back) {
        Json resumed;
        try {
            resumed = answers(asked, back);
        } catch (RuntimeException e) {
            failed(e);
            return;
        }
        front.crossing().leaves();
        begin(completion.cancellation(), resumed);
    }

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
    Json asked(Method<?, ?> question, Json asked, Wire back) throws Exception {
        if (isUnknownMethod) {
            return super.asked(question, asked, back);
        }
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
