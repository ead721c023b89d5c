package dev.tenon.server.internal.dispatch;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.codec.ResultException;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputResponse;
import dev.tenon.model.Method;
import dev.tenon.model.Params;
import dev.tenon.server.call.ClientInputException;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponse;
import dev.tenon.server.call.ClientInputResponses;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.InputRequester;
import dev.tenon.server.internal.request.RandomIdGenerator;
import dev.tenon.server.internal.request.ServerSession;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Asks over a session: the question goes out as a request of the server, and the handler waits for the answer. */
record SessionInputRequester(ServerSession session) implements InputRequester {
    /** What clients of the handshake era answer when their user says no to sampling. */
    private static final int USER_REJECTED = -1;

    @Override
    public ClientInputResponses requestInputs(Map<String, ? extends ClientInputRequest<?>> asks, ActiveCall call) {
        Map<ClientInputRequest<?>, ClientInputResponse<?>> answers = new LinkedHashMap<>();
        asks.forEach((key, ask) -> answers.put(ask, requestInput(ask, call)));
        return new ClientInputResponses(answers);
    }

    private <T> ClientInputResponse<T> requestInput(ClientInputRequest<T> ask, ActiveCall call) {
        try {
            return ask.readResponse(call.awaitClientResponse(time -> sendRequest(ask.inputRequest(), call, time)));
        } catch (ResultException e) {
            throw new ClientInputException("The client's answer cannot be understood: " + e.getMessage());
        } catch (RpcException e) {
            return toDeclinedResponse(e, ask.inputRequest());
        } catch (CallFailedException e) {
            if (e.reason() == CallFailedException.FailureReason.INTERRUPTED) {
                throw new ClientInputException("Cancelled while the client was asked");
            }
            throw new ClientInputException("The client did not answer: " + e.getMessage());
        }
    }

    private InputResponse sendRequest(InputRequest request, ActiveCall call, Duration time) {
        Json params = encodeParams(session.codec(), request.method(), withElicitationId(request));
        Json result =
                session.requestCorrelator().call(request.method().name(), params, time, call.execution()::sendRequest);
        return (InputResponse) session.codec().decodeResult(request.method(), result);
    }

    @SuppressWarnings("unchecked") // a question's method takes the question as its params
    private static <P extends Params> Json encodeParams(ProtocolCodec wire, Method<P, ?> method, InputRequest request) {
        return wire.encodeParams(method, (P) request);
    }

    /** 2025-11-25 wants an id for a url; the server chooses it, unguessable and unique. */
    private InputRequest withElicitationId(InputRequest request) {
        boolean needsId = session.codec().revision().hasElicitationIds();
        return needsId && request instanceof dev.tenon.model.ElicitUrl url && url.elicitationId() == null
                ? url.withElicitationId(RandomIdGenerator.next())
                : request;
    }

    private static <T> ClientInputResponse<T> toDeclinedResponse(RpcException e, InputRequest request) {
        if (e.error().code() == USER_REJECTED && !(request instanceof Elicit)) {
            return ClientInputResponse.withoutValue(ElicitResult.decline().action());
        }
        throw new ClientInputException(
                "The client answered with an error: " + e.error().message());
    }
}
