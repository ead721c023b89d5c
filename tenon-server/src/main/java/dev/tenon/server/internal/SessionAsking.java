package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.CallFailedException;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputResponse;
import dev.tenon.model.Method;
import dev.tenon.model.Params;
import dev.tenon.server.Answer;
import dev.tenon.server.Answers;
import dev.tenon.server.Ask;
import dev.tenon.server.AskFailedException;
import dev.tenon.wire.ResultException;
import dev.tenon.wire.Wire;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Asks over a session: the question goes out as a request of the server, and the handler waits for the answer. */
record SessionAsking(Session session) implements Asking {
    /** What clients of the handshake era answer when their user says no to sampling. */
    private static final int USER_REJECTED = -1;

    @Override
    public Answers ask(Map<String, ? extends Ask<?>> asks, ActiveCall call) {
        Map<Ask<?>, Answer<?>> answers = new LinkedHashMap<>();
        asks.forEach((key, ask) -> answers.put(ask, one(ask, call)));
        return new Answers(answers);
    }

    private <T> Answer<T> one(Ask<T> ask, ActiveCall call) {
        try {
            return ask.read(call.whileAsking(time -> send(ask.request(), call, time)));
        } catch (ResultException e) {
            throw new AskFailedException("The client's answer cannot be understood: " + e.getMessage());
        } catch (RpcException e) {
            return refused(e, ask.request());
        } catch (CallFailedException e) {
            if (e.reason() == CallFailedException.Reason.INTERRUPTED) {
                throw new AskFailedException("Cancelled while the client was asked");
            }
            throw new AskFailedException("The client did not answer: " + e.getMessage());
        }
    }

    private InputResponse send(InputRequest request, ActiveCall call, Duration time) {
        Json params = encoded(session.wire(), request.method(), withId(request));
        Json result = session.peer().call(request.method().name(), params, time, call.run()::ask);
        return (InputResponse) session.wire().decodeResult(request.method(), result);
    }

    @SuppressWarnings("unchecked") // a question's method takes the question as its params
    private static <P extends Params> Json encoded(Wire wire, Method<P, ?> method, InputRequest request) {
        return wire.encodeParams(method, (P) request);
    }

    /** 2025-11-25 wants an id for a url; the server chooses it, unguessable and unique. */
    private InputRequest withId(InputRequest request) {
        boolean needsId = session.wire().revision().hasElicitationIds();
        return needsId && request instanceof dev.tenon.model.ElicitUrl url && url.elicitationId() == null
                ? url.withElicitationId(RandomIds.next())
                : request;
    }

    private static <T> Answer<T> refused(RpcException e, InputRequest request) {
        if (e.error().code() == USER_REJECTED && !(request instanceof Elicit)) {
            return Answer.refused(ElicitResult.decline().action());
        }
        throw new AskFailedException(
                "The client answered with an error: " + e.error().message());
    }
}
