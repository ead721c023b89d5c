package dev.tenon.guard.command;

/**
 * A part of a command that deserves a second look.
 *
 * @param rule its name: {@code command.shell}
 * @param argument which argument it is in, from 0, the program itself
 * @param text the part as it is written
 * @param reason why it deserves a look
 */
public record CommandRisk(String rule, int argument, String text, String reason) {
    @Override
    public String toString() {
        return text + ": " + reason + " (" + rule + ")";
    }
}
