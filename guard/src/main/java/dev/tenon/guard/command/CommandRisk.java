package dev.tenon.guard.command;

/**
 * A part of a command that a person should check.
 *
 * @param rule the name of the rule, such as {@code command.shell}
 * @param argument the index of the argument; 0 is the program
 * @param text the text of the part
 * @param reason why it should be checked
 */
public record CommandRisk(String rule, int argument, String text, String reason) {
    @Override
    public String toString() {
        return text + ": " + reason + " (" + rule + ")";
    }
}
