package dev.tenon.model;

/**
 * One message of a prompt (server features, prompts).
 *
 * @param role the speaker
 * @param content the content
 */
public record PromptMessage(Role role, Content content) {
    /** Creates a message of the user. */
    public static PromptMessage user(Content content) {
        return new PromptMessage(Role.USER, content);
    }

    /** Creates a text message of the user. */
    public static PromptMessage user(String text) {
        return user(Content.text(text));
    }

    /** Creates a message of the model. */
    public static PromptMessage assistant(Content content) {
        return new PromptMessage(Role.ASSISTANT, content);
    }

    /** Creates a text message of the model. */
    public static PromptMessage assistant(String text) {
        return assistant(Content.text(text));
    }
}
