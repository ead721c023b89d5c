package dev.tenon.guard.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Revision;
import dev.tenon.server.AskFailedException;

/** Asks the client what a server asks, with the checkpoint in between. */
final class Questions {
    private Questions() {}

    /** Asks the client, and waits. */
    @FunctionalInterface
    interface Asking {
        /**
         * Asks with these params, in the words of the server, and gives the answer in those too.
         *
         * @throws AskFailedException when it does not answer
         */
        Json ask(Json params) throws InterruptedException;
    }

    /**
     * The answer of the client to a question.
     *
     * @param front the revision of the client
     * @throws RpcException for the server
     */
    static Json through(Crossing crossing, Revision front, Asking asking) throws InterruptedException {
        Settled settled;
        try {
            Json answer = crossing.back(asking.ask(crossing.there(null)), front);
            settled = Settled.result(crossing.verdict(), answer);
        } catch (AskFailedException e) {
            settled = Settled.error(
                    crossing.verdictOfError(),
                    new RpcException(ErrorCode.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        } catch (RpcException e) {
            settled = Settled.error(crossing.verdictOfError(), e);
        } catch (InterruptedException | RuntimeException e) {
            crossing.unanswered(e);
            throw e;
        }
        crossing.ended(settled);
        return settled.orThrow();
    }
}
