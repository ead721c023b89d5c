package dev.tenon.guard.internal.forwarder;

import static dev.tenon.jsonrpc.ErrorCode.INTERNAL_ERROR;

import dev.tenon.client.RawResponse;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.json.Json;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A call of a client with a session. The client receives input requests of the upstream as requests, no matter whether
 * the upstream sent a request or an input-required result (2026-07-28).
 */
final class SessionCall extends UpstreamCall {
    private final int maxRounds;
    private final AtomicInteger rounds = new AtomicInteger();

    /**
     * Creates a call that is not sent yet.
     *
     * @param maxRounds how often the upstream can request input by a result
     */
    SessionCall(Json params, ProtocolCodec codec, UpstreamConnection upstream, CallPipeline pipeline, int maxRounds) {
        super(params, codec, upstream, pipeline);
        this.maxRounds = maxRounds;
    }

    @Override
    @Nullable public Json toFilteredClientResult(DownstreamCall downstream, RawResponse response) {
        Json filtered = downstream.interceptedCall().filterResult(response);
        if (!(response.codec() instanceof StatelessCodec upstreamCodec)
                || !(upstreamCodec.decodeResult(method, filtered) instanceof InputRequired inputRequired)) {
            return downstream.translatorTo(response.codec()).translateResult(method, filtered);
        }
        if (rounds.incrementAndGet() > maxRounds) {
            throw new RpcException(
                    INTERNAL_ERROR, "The upstream server requested input too often (limit: GuardLimits.maxRounds)");
        }
        pipeline.blockingExecutor().execute(() -> askClientAndResend(inputRequired, upstreamCodec));
        return null;
    }

    /** Collects the input responses of the client, and sends the request again with them. */
    private void askClientAndResend(InputRequired inputRequired, StatelessCodec upstreamCodec) {
        Json resumedMembers;
        try {
            resumedMembers = collectResumedRequestMembers(inputRequired, upstreamCodec);
        } catch (RuntimeException e) {
            onFailure(e);
            return;
        }
        downstream.interceptedCall().markSent();
        start(pipeline.cancellation(), resumedMembers);
    }

    private Json collectResumedRequestMembers(InputRequired inputRequired, StatelessCodec upstreamCodec) {
        Map<String, Json> responses = new LinkedHashMap<>();
        Map<String, InputRequest> requests = inputRequired.inputRequests();
        requests.forEach((key, request) -> responses.put(key, askClient(key, request, upstreamCodec)));
        Json resumedMembers = Json.EMPTY_OBJECT.withMember("inputResponses", Json.of(responses));
        return inputRequired.requestState() == null
                ? resumedMembers
                : resumedMembers.withMember("requestState", Json.of(inputRequired.requestState()));
    }

    private Json askClient(String key, InputRequest request, StatelessCodec upstreamCodec) {
        ClientInputResponse<InputResponse> response =
                downstream.call().requestInput(key, ClientInputRequest.raw(request));
        InputResponse value =
                response.value().orElseThrow(() -> new RpcException(INTERNAL_ERROR, "The user rejected the request"));
        return encodeInputResponse(upstreamCodec, request.method(), value);
    }

    private static <R extends InputResponse> Json encodeInputResponse(
            StatelessCodec upstreamCodec, Method<?, R> method, InputResponse response) {
        return upstreamCodec.encodeInputResponse(method, method.result().cast(response));
    }

    @Override
    public Json forwardServerRequest(Method<?, ?> method, Json params, ProtocolCodec upstreamCodec) throws Exception {
        if (isUnknownMethod) {
            return super.forwardServerRequest(method, params, upstreamCodec);
        }
        RevisionTranslator translator = downstream.translatorTo(upstreamCodec);
        return downstream.askClient(translator, method, params, filtered -> {
            Json translated = translator.translateServerRequest(method, filtered);
            return translator.translateClientResult(method, downstream.call().requestInput(method, translated));
        });
    }

    @Override
    public void onNotification(NotificationType<?> type, Json params, ProtocolCodec upstreamCodec) {
        downstream.sendNotification(type, params, upstreamCodec);
    }
}
