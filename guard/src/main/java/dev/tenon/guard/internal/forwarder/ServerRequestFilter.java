package dev.tenon.guard.internal.forwarder;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Revision;
import dev.tenon.server.call.ClientInputException;

/** Forwards requests of the upstream server to the client, through the policies. */
public final class ServerRequestFilter {
    private ServerRequestFilter() {}

    /** Sends a request to the client and waits for the response. */
    @FunctionalInterface
    public interface ClientRequestSender {
        /**
         * Sends a request with these params; params and result are in the revision of the server.
         *
         * @throws ClientInputException if the client does not respond
         */
        Json send(Json params) throws InterruptedException;
    }

    /**
     * Sends a request to the client and returns its result.
     *
     * @param clientRevision the revision of the client
     * @throws RpcException the error for the server
     */
    public static Json askClient(InterceptedCall interceptedCall, Revision clientRevision, ClientRequestSender sender)
            throws InterruptedException {
        CallResponse response;
        try {
            Json result =
                    interceptedCall.filterResponse(sender.send(interceptedCall.filterRequest(null)), clientRevision);
            response = CallResponse.result(interceptedCall.resultOutcome(), result);
        } catch (ClientInputException e) {
            response = CallResponse.error(
                    interceptedCall.errorOutcome(),
                    new RpcException(ErrorCode.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        } catch (RpcException e) {
            response = CallResponse.error(interceptedCall.errorOutcome(), e);
        } catch (InterruptedException | RuntimeException e) {
            interceptedCall.reportEndWithoutResponse(e);
            throw e;
        }
        interceptedCall.reportEnd(response);
        return response.resultOrThrow();
    }
}
