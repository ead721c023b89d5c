package dev.tenon.battery.hostile;

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
 * @param single whether it answers with one message, which over HTTP is sent as plain JSON; else as a stream of events
 * @param eras in which eras that makes sense
 * @param stdio what the caller sees over stdio: one of these; nothing when it does not exist there
 * @param http what the caller sees over HTTP
 */
public record Misbehaviour(
        String name,
        Trigger trigger,
        Script script,
        boolean single,
        Set<Era> eras,
        Set<Outcome> stdio,
        Set<Outcome> http) {
    /** A request that is answered with this one message. */
    static Misbehaviour answers(String name, Trigger trigger, Answer answer, Outcome... seen) {
        return of(name, trigger, (got, out) -> out.message(answer.to(got)), true, seen);
    }

    /** One message, which is good but for what is changed in its text. */
    static Misbehaviour changes(String name, Trigger trigger, UnaryOperator<String> change, Outcome... seen) {
        return answers(name, trigger, got -> change.apply(String.valueOf(GoodServer.answer(got))), seen);
    }

    /** Whatever else. */
    static Misbehaviour plays(String name, Trigger trigger, Script script, Outcome... seen) {
        return of(name, trigger, script, false, seen);
    }

    private static Misbehaviour of(String name, Trigger trigger, Script script, boolean single, Outcome... seen) {
        Set<Outcome> outcomes = outcomes(seen);
        return new Misbehaviour(name, trigger, script, single, EnumSet.allOf(Era.class), outcomes, outcomes);
    }

    private static Set<Outcome> outcomes(Outcome... seen) {
        Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
        outcomes.addAll(Set.of(seen));
        return outcomes;
    }

    /** Only in this era. */
    Misbehaviour in(Era era) {
        return new Misbehaviour(name, trigger, script, single, EnumSet.of(era), stdio, http);
    }

    /** Seen as something else over HTTP. */
    Misbehaviour overHttp(Outcome... seen) {
        return new Misbehaviour(name, trigger, script, single, eras, stdio, outcomes(seen));
    }

    /** Only over stdio. */
    Misbehaviour onlyStdio() {
        return new Misbehaviour(name, trigger, script, single, eras, stdio, Set.of());
    }

    /** Only over HTTP. */
    Misbehaviour onlyHttp() {
        return new Misbehaviour(name, trigger, script, single, eras, Set.of(), http);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Makes an answer for a request. */
    @FunctionalInterface
    interface Answer {
        String to(Got got);
    }

    /** The one of that name, or null. */
    public static @Nullable Misbehaviour named(String name) {
        return Misbehaviours.NAMED.get(name);
    }
}
