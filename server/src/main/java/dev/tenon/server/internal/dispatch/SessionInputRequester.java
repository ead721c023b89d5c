package dev.tenon.server.internal.dispatch;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.codec.ResultException;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.NoResponseException;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.ElicitUrl;
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

/** Requests input over a session: sends a request to the client, and the handler waits for the response. */
record SessionInputRequester(ServerSession session) implements InputRequester {
    /** The error code of clients of handshake revisions if their user declines sampling. */
    private static final int USER_REJECTED = -1;

    @Override
    public ClientInputResponses requestInputs(Map<String, ? extends ClientInputRequest<?>> requests, ActiveCall call) {
        Map<ClientInputRequest<?>, ClientInputResponse<?>> responses = new LinkedHashMap<>();
        requests.forEach((key, request) -> responses.put(request, requestInput(request, call)));
        return new ClientInputResponses(responses);
    }

    private <T> ClientInputResponse<T> requestInput(ClientInputRequest<T> inputRequest, ActiveCall call) {
        try {
            return inputRequest.readResponse(call.awaitClientResponse(
                    timeout -> sendAndAwaitResponse(inputRequest.inputRequest(), call, timeout)));
        } catch (ResultException e) {
            throw new ClientInputException("The client sent an invalid response: " + e.getMessage());
        } catch (RpcException e) {
            return toDeclinedResponseOrThrow(e, inputRequest.inputRequest());
        } catch (NoResponseException e) {
            if (e.reason() == NoResponseException.FailureReason.INTERRUPTED) {
                throw new ClientInputException("Cancelled while waiting for the client");
            }
            throw new ClientInputException("The client did not respond: " + e.getMessage());
        }
    }

    private InputResponse sendAndAwaitResponse(InputRequest request, ActiveCall call, Duration timeout) {
        Json params = encodeParams(session.codec(), request.method(), withElicitationId(request));
        Json result = session.requestCorrelator()
                .call(request.method().name(), params, timeout, call.execution()::sendRequest);
        return (InputResponse) session.codec().decodeResult(request.method(), result);
    }

    @SuppressWarnings("unchecked") // the method of an input request takes the request as its params
    private static <P extends Params> Json encodeParams(
            ProtocolCodec codec, Method<P, ?> method, InputRequest request) {
        return codec.encodeParams(method, (P) request);
    }

    /** Adds the id that 2025-11-25 requires for a URL; it is random and unique. */
    private InputRequest withElicitationId(InputRequest request) {
        boolean needsId = session.codec().revision().hasElicitationIds();
        return needsId && request instanceof ElicitUrl url && url.elicitationId() == null
                ? url.withElicitationId(RandomIdGenerator.next())
                : request;
    }

    private static <T> ClientInputResponse<T> toDeclinedResponseOrThrow(RpcException e, InputRequest request) {
        if (e.error().code() == USER_REJECTED && !(request instanceof Elicit)) {
            return ClientInputResponse.withoutValue(ElicitResult.decline().action());
        }
        throw new ClientInputException(
                "The client responded with an error: " + e.error().message());
    }
}
