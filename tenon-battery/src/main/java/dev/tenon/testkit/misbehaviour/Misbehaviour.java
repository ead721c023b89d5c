package dev.tenon.testkit.misbehaviour;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One way to be a bad server.
 *
 * @param name what it does, in a word or a few
 * @param trigger when
 * @param script how
 * @param isSingleMessage whether it answers with one message, which over HTTP is sent as plain JSON; else as a stream
 *     of events
 * @param eras in which eras that makes sense
 * @param stdio what the caller sees over stdio: one of these; nothing when it does not exist there
 * @param http what the caller sees over HTTP
 */
public record Misbehaviour(
        String name,
        MisbehaviourTrigger trigger,
        MisbehaviourScript script,
        boolean isSingleMessage,
        Set<ProtocolEra> eras,
        Set<ObservedOutcome> stdio,
        Set<ObservedOutcome> http) {
    /** A request that is answered with this one message. */
    static Misbehaviour respondingWith(
            String name, MisbehaviourTrigger trigger, MessageFactory answer, ObservedOutcome... seen) {
        return of(name, trigger, (got, out) -> out.writeMessage(answer.create(got)), true, seen);
    }

    /** One message, which is good but for what is changed in its text. */
    static Misbehaviour modifyingResponse(
            String name, MisbehaviourTrigger trigger, UnaryOperator<String> change, ObservedOutcome... seen) {
        return respondingWith(name, trigger, got -> change.apply(String.valueOf(WellBehavedServer.respond(got))), seen);
    }

    /** Whatever else. */
    static Misbehaviour runningScript(
            String name, MisbehaviourTrigger trigger, MisbehaviourScript script, ObservedOutcome... seen) {
        return of(name, trigger, script, false, seen);
    }

    private static Misbehaviour of(
            String name,
            MisbehaviourTrigger trigger,
            MisbehaviourScript script,
            boolean single,
            ObservedOutcome... seen) {
        Set<ObservedOutcome> outcomes = outcomeSet(seen);
        return new Misbehaviour(name, trigger, script, single, EnumSet.allOf(ProtocolEra.class), outcomes, outcomes);
    }

    private static Set<ObservedOutcome> outcomeSet(ObservedOutcome... seen) {
        Set<ObservedOutcome> outcomes = EnumSet.noneOf(ObservedOutcome.class);
        outcomes.addAll(Set.of(seen));
        return outcomes;
    }

    /** Only in this era. */
    Misbehaviour onlyInEra(ProtocolEra era) {
        return new Misbehaviour(name, trigger, script, isSingleMessage, EnumSet.of(era), stdio, http);
    }

    /** Seen as something else over HTTP. */
    Misbehaviour withHttpOutcomes(ObservedOutcome... seen) {
        return new Misbehaviour(name, trigger, script, isSingleMessage, eras, stdio, outcomeSet(seen));
    }

    /** Only over stdio. */
    Misbehaviour onlyStdio() {
        return new Misbehaviour(name, trigger, script, isSingleMessage, eras, stdio, Set.of());
    }

    /** Only over HTTP. */
    Misbehaviour onlyHttp() {
        return new Misbehaviour(name, trigger, script, isSingleMessage, eras, Set.of(), http);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Makes an answer for a request. */
    @FunctionalInterface
    interface MessageFactory {
        String create(ReceivedRequest got);
    }

    /** The one of that name, or null. */
    public static @Nullable Misbehaviour findByName(String name) {
        return MisbehaviourRegistry.NAMED.get(name);
    }
}
