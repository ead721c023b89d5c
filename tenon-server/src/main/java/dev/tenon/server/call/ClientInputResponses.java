package dev.tenon.server.call;

import java.util.Map;

/** The answers to several questions of one round. */
public final class ClientInputResponses {
    private final Map<ClientInputRequest<?>, ClientInputResponse<?>> byAsk;

    /** Answers by the question they belong to. */
    public ClientInputResponses(Map<? extends ClientInputRequest<?>, ? extends ClientInputResponse<?>> byAsk) {
        this.byAsk = Map.copyOf(byAsk);
    }

    /**
     * The answer to a question of the round.
     *
     * @throws IllegalArgumentException when it was not part of the round
     */
    @SuppressWarnings("unchecked") // an answer is stored with the very question it was read by
    public <T> ClientInputResponse<T> get(ClientInputRequest<T> ask) {
        ClientInputResponse<?> answer = byAsk.get(ask);
        if (answer == null) {
            throw new IllegalArgumentException(
                    "This was not asked in this round; use the Ask that was passed to askAll");
        }
        return (ClientInputResponse<T>) answer;
    }
}
