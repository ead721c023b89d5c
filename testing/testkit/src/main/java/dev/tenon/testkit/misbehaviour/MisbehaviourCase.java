package dev.tenon.testkit.misbehaviour;

import java.util.Locale;
import java.util.Set;

/** A misbehaviour in an era over a transport. */
public record MisbehaviourCase(Misbehaviour misbehaviour, ProtocolEra era, boolean http) {
    /** Returns the possible outcomes for the caller. */
    public Set<ObservedOutcome> expected() {
        return http ? misbehaviour.http() : misbehaviour.stdio();
    }

    /**
     * Returns whether one server can be shared by several cases. A request for a list cannot name a misbehaviour, so it
     * must be set before; a server can report the change of its list on its own only in the legacy era.
     */
    public boolean canShareServer() {
        MisbehaviourTrigger trigger = misbehaviour.trigger();
        return trigger.canNameMisbehaviour() || trigger.isListing() && era == ProtocolEra.LEGACY;
    }

    /** Returns whether the client needs a short timeout. */
    public boolean isSlow() {
        return expected().contains(ObservedOutcome.TIMEOUT);
    }

    @Override
    public String toString() {
        return misbehaviour.name() + " " + era.name().toLowerCase(Locale.ROOT) + (http ? " http" : " stdio");
    }
}
