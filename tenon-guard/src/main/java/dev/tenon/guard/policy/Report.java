package dev.tenon.guard.policy;

/**
 * A finding, and what became of it.
 *
 * @param policy the name of the policy
 * @param mode how seriously it is taken
 * @param finding what it found
 * @param outcome what was done
 */
public record Report(String policy, Mode mode, Finding finding, Outcome outcome) {
    /** What was done about a finding. */
    public enum Outcome {
        /** Nothing but this report. */
        NOTED,
        /** The message was changed. */
        CHANGED,
        /** The message was refused. */
        REFUSED
    }
}
