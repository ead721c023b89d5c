package dev.tenon.guard.internal.forwarder;

import dev.tenon.client.RawResponse;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.InputResponse;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A request of a session. What the upstream asks meanwhile, the client is asked by a request of its own, whether the
 * upstream sends a request or wants to be called again (2026-07-28).
 */
final class SessionCall extends UpstreamCall {
    private final int maxRounds;
    private final Executor later;
    private final AtomicInteger rounds = new AtomicInteger();

    /**
     * A request that was not sent yet.
     *
     * @param maxRounds how often the upstream may want to be called again
     * @param later runs what may block: asking the client
     */
    SessionCall(
            Json params,
            DownstreamContext front,
            UpstreamConnection upstream,
            CallPipeline completion,
            int maxRounds,
            Executor later) {
        super(params, front, upstream, completion);
        this.maxRounds = maxRounds;
        this.later = later;
    }

    @Override
    @Nullable public Json toKnownMethodResult(DownstreamContext asking, RawResponse answer) {
        Json passed = asking.interceptedCall().filterResponse(answer);
        if (!(answer.codec() instanceof StatelessCodec back)
                || !(back.decodeResult(method, passed) instanceof InputRequired asked)) {
            return asking.translatorTo(answer.codec()).translateResult(method, passed);
        }
        if (rounds.incrementAndGet() > maxRounds) {
            throw new RpcException(ErrorCode.INTERNAL_ERROR, "The server behind this guard asks without end");
        }
        later.execute(() -> askClientAndResend(asked, back));
        return null;
    }

    /** Asks the client, and sends the request again with the answers. */
    private void askClientAndResend(InputRequired asked, StatelessCodec back) {
        Json resumed;
        try {
            resumed = collectInputResponses(asked, back);
        } catch (RuntimeException e) {
            onFailure(e);
            return;
        }
        downstream.interceptedCall().markSent();
        start(pipeline.cancellation(), resumed);
    }

    private Json collectInputResponses(InputRequired asked, StatelessCodec back) {
        Map<String, Json> answers = new LinkedHashMap<>();
        asked.inputRequests().forEach((key, question) -> answers.put(key, askClient(key, question, back)));
        Json resumed = Json.EMPTY_OBJECT.withMember("inputResponses", Json.of(answers));
        return asked.requestState() == null
                ? resumed
                : resumed.withMember("requestState", Json.of(asked.requestState()));
    }

    private Json askClient(String key, InputRequest question, StatelessCodec back) {
        ClientInputResponse<InputResponse> answer =
                downstream.call().requestInput(key, ClientInputRequest.raw(question));
        InputResponse given = answer.value()
                .orElseThrow(() -> new RpcException(ErrorCode.INTERNAL_ERROR, "The user rejected the request"));
        return encodeInputResponse(back, question.method(), given);
    }

    private static <R extends InputResponse> Json encodeInputResponse(
            StatelessCodec back, Method<?, R> method, InputResponse response) {
        return back.encodeInputResponse(method, method.result().cast(response));
    }

    @Override
    public Json handleRequest(Method<?, ?> question, Json asked, ProtocolCodec back) throws Exception {
        if (isUnknownMethod) {
            return super.handleRequest(question, asked, back);
        }
        MessageTranslator translation = downstream.translatorTo(back);
        ClientCapabilityCheck.requireDeclared(
                translation.decodeInputRequest(question, asked),
                downstream.call().clientCapabilities());
        return ServerRequestFilter.askClient(
                downstream.interceptedCall().interceptServerRequest(question, asked, back.revision()),
                downstream.codec().revision(),
                passed -> translation.translateClientResult(
                        question,
                        downstream
                                .call()
                                .requestInput(question, translation.translateServerRequest(question, passed))));
    }

    @Override
    public void onNotification(NotificationType<?> type, Json news, ProtocolCodec back) {
        downstream.sendNotification(type, news, back);
    }
}
