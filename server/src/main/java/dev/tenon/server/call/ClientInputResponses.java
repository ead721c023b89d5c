package dev.tenon.server.call;

import java.util.Map;

/** The responses to the input requests of one round. */
public final class ClientInputResponses {
    private final Map<ClientInputRequest<?>, ClientInputResponse<?>> byRequest;

    /** Creates the responses, each mapped by its request. */
    public ClientInputResponses(Map<? extends ClientInputRequest<?>, ? extends ClientInputResponse<?>> byRequest) {
        this.byRequest = Map.copyOf(byRequest);
    }

    /**
     * Returns the response to a request of this round.
     *
     * @throws IllegalArgumentException if the request was not part of this round
     */
    @SuppressWarnings("unchecked") // each response is stored with the request that has read it
    public <T> ClientInputResponse<T> get(ClientInputRequest<T> request) {
        ClientInputResponse<?> response = byRequest.get(request);
        if (response == null) {
            throw new IllegalArgumentException(
                    "This request was not part of the round; use the ClientInputRequest that was passed to"
                            + " requestInputs");
        }
        return (ClientInputResponse<T>) response;
    }
}
