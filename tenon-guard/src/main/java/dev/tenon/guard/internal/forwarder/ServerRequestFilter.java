package dev.tenon.guard.internal.forwarder;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Revision;
import dev.tenon.server.call.ClientInputException;

/** Asks the client what a server asks, with the checkpoint in between. */
public final class ServerRequestFilter {
    private ServerRequestFilter() {}

    /** Asks the client, and waits. */
    @FunctionalInterface
    public interface ClientRequestSender {
        /**
         * Asks with these params, in the words of the server, and gives the answer in those too.
         *
         * @throws ClientInputException when it does not answer
         */
        Json send(Json params) throws InterruptedException;
    }

    /**
     * The answer of the client to a question.
     *
     * @param front the revision of the client
     * @throws RpcException for the server
     */
    public static Json askClient(InterceptedCall crossing, Revision front, ClientRequestSender asking)
            throws InterruptedException {
        CallResponse settled;
        try {
            Json answer = crossing.filterResponse(asking.send(crossing.filterRequest(null)), front);
            settled = CallResponse.result(crossing.resultOutcome(), answer);
        } catch (ClientInputException e) {
            settled = CallResponse.error(
                    crossing.errorOutcome(),
                    new RpcException(ErrorCode.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        } catch (RpcException e) {
            settled = CallResponse.error(crossing.errorOutcome(), e);
        } catch (InterruptedException | RuntimeException e) {
            crossing.completeWithoutResponse(e);
            throw e;
        }
        crossing.complete(settled);
        return settled.resultOrThrow();
    }
}
