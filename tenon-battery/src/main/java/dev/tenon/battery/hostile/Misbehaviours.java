package dev.tenon.battery.hostile;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All of them. */
public final class Misbehaviours {
    /** In their order. */
    public static final List<Misbehaviour> ALL = Stream.of(
                    Envelopes.ALL,
                    Results.ALL,
                    Lists.ALL,
                    Schemas.ALL,
                    Handshakes.ALL,
                    Floods.ALL,
                    Asks.ALL,
                    Bytes.ALL,
                    Waits.ALL,
                    HttpAnswers.ALL)
            .flatMap(List::stream)
            .toList();

    /** By their names. */
    public static final Map<String, Misbehaviour> NAMED =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Misbehaviour::name, Function.identity()));

    private Misbehaviours() {}
}
