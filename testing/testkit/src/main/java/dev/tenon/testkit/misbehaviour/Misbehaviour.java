package dev.tenon.testkit.misbehaviour;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A misbehaviour of a server.
 *
 * @param name a short description
 * @param trigger when it happens
 * @param script what the server does
 * @param isSingleMessage whether the response is a single message, which is sent over HTTP as plain JSON instead of an
 *     event stream
 * @param eras the eras in which it is possible
 * @param stdio the possible outcomes that the caller observes over stdio; empty if it does not exist there
 * @param http the possible outcomes that the caller observes over HTTP; empty if it does not exist there
 */
public record Misbehaviour(
        String name,
        MisbehaviourTrigger trigger,
        MisbehaviourScript script,
        boolean isSingleMessage,
        Set<ProtocolEra> eras,
        Set<ObservedOutcome> stdio,
        Set<ObservedOutcome> http) {
    /** Creates a misbehaviour that responds with one message. */
    static Misbehaviour ofResponse(
            String name, MisbehaviourTrigger trigger, MessageFactory factory, ObservedOutcome... outcomes) {
        return of(name, trigger, (request, out) -> out.writeMessage(factory.create(request)), true, outcomes);
    }

    /** Creates a misbehaviour that responds with the correct message after a change of its text. */
    static Misbehaviour ofModifiedResponse(
            String name, MisbehaviourTrigger trigger, UnaryOperator<String> change, ObservedOutcome... outcomes) {
        return ofResponse(
                name, trigger, request -> change.apply(String.valueOf(WellBehavedServer.respond(request))), outcomes);
    }

    /** Creates a misbehaviour that runs a script. */
    static Misbehaviour ofScript(
            String name, MisbehaviourTrigger trigger, MisbehaviourScript script, ObservedOutcome... outcomes) {
        return of(name, trigger, script, false, outcomes);
    }

    private static Misbehaviour of(
            String name,
            MisbehaviourTrigger trigger,
            MisbehaviourScript script,
            boolean single,
            ObservedOutcome... outcomes) {
        Set<ObservedOutcome> outcomeSet = outcomeSet(outcomes);
        return new Misbehaviour(
                name, trigger, script, single, EnumSet.allOf(ProtocolEra.class), outcomeSet, outcomeSet);
    }

    private static Set<ObservedOutcome> outcomeSet(ObservedOutcome... outcomes) {
        Set<ObservedOutcome> set = EnumSet.noneOf(ObservedOutcome.class);
        set.addAll(Set.of(outcomes));
        return set;
    }

    /** Limits this misbehaviour to an era. */
    Misbehaviour onlyInEra(ProtocolEra era) {
        return new Misbehaviour(name, trigger, script, isSingleMessage, EnumSet.of(era), stdio, http);
    }

    /** Sets other outcomes over HTTP. */
    Misbehaviour withHttpOutcomes(ObservedOutcome... outcomes) {
        return new Misbehaviour(name, trigger, script, isSingleMessage, eras, stdio, outcomeSet(outcomes));
    }

    /** Limits this misbehaviour to stdio. */
    Misbehaviour onlyStdio() {
        return new Misbehaviour(name, trigger, script, isSingleMessage, eras, stdio, Set.of());
    }

    /** Limits this misbehaviour to HTTP. */
    Misbehaviour onlyHttp() {
        return new Misbehaviour(name, trigger, script, isSingleMessage, eras, Set.of(), http);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Creates the message that responds to a request. */
    @FunctionalInterface
    interface MessageFactory {
        String create(ReceivedRequest request);
    }

    /** Returns the misbehaviour with a name, or null. */
    public static @Nullable Misbehaviour findByName(String name) {
        return MisbehaviourRegistry.NAMED.get(name);
    }
}
