package dev.tenon.server;

import java.util.Map;

/** The answers to several questions of one round. */
public final class Answers {
    private final Map<Ask<?>, Answer<?>> byAsk;

    /** Answers by the question they belong to. */
    public Answers(Map<? extends Ask<?>, ? extends Answer<?>> byAsk) {
        this.byAsk = Map.copyOf(byAsk);
    }

    /**
     * The answer to a question of the round.
     *
     * @throws IllegalArgumentException when it was not part of the round
     */
    @SuppressWarnings("unchecked") // an answer is stored with the very question it was read by
    public <T> Answer<T> to(Ask<T> ask) {
        Answer<?> answer = byAsk.get(ask);
        if (answer == null) {
            throw new IllegalArgumentException(
                    "This was not asked in this round; use the Ask that was passed to askAll");
        }
        return (Answer<T>) answer;
    }
}
