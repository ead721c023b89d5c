package dev.tenon.model;

/**
 * One turn of a prompt (server features, prompts).
 *
 * @param role who speaks
 * @param content what is said
 */
public record PromptMessage(Role role, Content content) {
    /** What the user says. */
    public static PromptMessage user(Content content) {
        return new PromptMessage(Role.USER, content);
    }

    /** What the user says, in words. */
    public static PromptMessage user(String text) {
        return user(Content.text(text));
    }

    /** What the model says. */
    public static PromptMessage assistant(Content content) {
        return new PromptMessage(Role.ASSISTANT, content);
    }

    /** What the model says, in words. */
    public static PromptMessage assistant(String text) {
        return assistant(Content.text(text));
    }
}
