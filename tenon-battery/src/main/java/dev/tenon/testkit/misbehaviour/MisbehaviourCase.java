package dev.tenon.testkit.misbehaviour;

import java.util.Locale;
import java.util.Set;

/** One misbehaviour in one era by one transport. */
public record MisbehaviourCase(Misbehaviour misbehaviour, ProtocolEra era, boolean http) {
    /** What the caller may see. */
    public Set<ObservedOutcome> expected() {
        return http ? misbehaviour.http() : misbehaviour.stdio();
    }

    /**
     * Whether one server can show many such. A list cannot say what it wants, so the server has to be told before; that
     * the list has changed it can say on its own only in the older era.
     */
    public boolean canShareServer() {
        MisbehaviourTrigger trigger = misbehaviour.trigger();
        return trigger.canNameMisbehaviour() || trigger.isListing() && era == ProtocolEra.LEGACY;
    }

    /** Whether a client has to give up before long. */
    public boolean isSlow() {
        return expected().contains(ObservedOutcome.TIMEOUT);
    }

    @Override
    public String toString() {
        return misbehaviour.name() + " " + era.name().toLowerCase(Locale.ROOT) + (http ? " http" : " stdio");
    }
}
