package dev.tenon.testkit.misbehaviour;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Contains all misbehaviours. */
public final class MisbehaviourRegistry {
    /** All misbehaviours in order. */
    public static final List<Misbehaviour> ALL = Stream.of(
                    EnvelopeMisbehaviours.ALL,
                    ResultMisbehaviours.ALL,
                    ListMisbehaviours.ALL,
                    SchemaMisbehaviours.ALL,
                    HandshakeMisbehaviours.ALL,
                    FloodMisbehaviours.ALL,
                    InputRequestMisbehaviours.ALL,
                    EncodingMisbehaviours.ALL,
                    TimingMisbehaviours.ALL,
                    HttpResponseMisbehaviours.ALL)
            .flatMap(List::stream)
            .toList();

    /** All misbehaviours by name. */
    public static final Map<String, Misbehaviour> NAMED =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Misbehaviour::name, Function.identity()));

    private MisbehaviourRegistry() {}
}
