package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** User input that the demo requests, with a pipe that is declared as a terminal. */
class InputCapableCommandTest {
    private static final List<String> DEMO = CliProcess.javaCommand(Main.class, List.of(), "demo", "--stdio");

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    @Covers({"core/elicitation/ui-which-server", "core/elicitation/ui-review"})
    void a_form_is_completed_field_by_field_and_reviewed(String revision) throws Exception {
        CommandResult run = CommandResult.runAtTerminal(
                "fill\n\nAda\nnope\nada@example.org\n3\n2\nyes\nsend\n",
                CommandResult.createArguments(DEMO, "call", "sign_up", "--revision", revision));

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo("Welcome Ada, your plan is PLUS.");
        assertThat(run.err())
                .contains("which calls itself 'Tenon demo', asks:")
                .contains("Please tell us about your new account.")
                .contains("A value is required.")
                .contains("must be of format email")
                .contains("2) PLUS", "Type a number from 1 to 2.")
                .contains("Email: ada@example.org", "Newsletter: yes");
    }

    @Test
    @Tag("exhaustive")
    void a_form_can_be_changed_in_the_review() throws Exception {
        CommandResult run = CommandResult.runAtTerminal(
                "f\nAda\na@example.org\nFREE\nno\nedit\nEve\n\n\n\nsend\n",
                CommandResult.createArguments(DEMO, "call", "sign_up"));

        assertThat(run.out()).isEqualTo("Welcome Eve, your plan is FREE.");
        assertThat(run.err()).contains("[a@example.org]", "[no]");
    }

    @Test
    @Covers("core/elicitation/ui-decline")
    void a_form_is_declined() throws Exception {
        CommandResult declined =
                CommandResult.runAtTerminal("decline\n", CommandResult.createArguments(DEMO, "call", "sign_up"));
        assertThat(declined.exitCode()).isEqualTo(1);
        assertThat(declined.out()).contains("declined");
    }

    @Test
    @Tag("exhaustive")
    void a_form_is_cancelled_if_the_input_ends() throws Exception {
        CommandResult ended =
                CommandResult.runAtTerminal("f\nAda\n", CommandResult.createArguments(DEMO, "call", "sign_up"));
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out()).doesNotContain("Welcome");
    }

    @Test
    @Tag("exhaustive")
    void scripts_preset_form_values() throws Exception {
        CommandResult run = CommandResult.runWithInput(
                "",
                CommandResult.createArguments(
                        DEMO,
                        "call",
                        "sign_up",
                        "--answer",
                        "name=Ada",
                        "--answer",
                        "email=ada@example.org",
                        "--answer",
                        "plan=FREE",
                        "--answer",
                        "newsletter=false"));
        assertThat(run.out()).isEqualTo("Welcome Ada, your plan is FREE.");

        CommandResult less = CommandResult.runWithInput(
                "", CommandResult.createArguments(DEMO, "call", "sign_up", "--answer", "name=Ada"));
        assertThat(less.exitCode()).isEqualTo(1);
        assertThat(less.err()).contains("was not filled in", "email", "--answer NAME=VALUE");
    }

    @Test
    @Covers({"core/elicitation/ui-url-domain", "core/elicitation/url-show-full", "core/elicitation/url-consent"})
    void a_page_is_shown_with_its_complete_url_and_its_host() throws Exception {
        CommandResult agreed =
                CommandResult.runAtTerminal("myself\n", CommandResult.createArguments(DEMO, "call", "visit"));
        assertThat(agreed.out()).contains("The user agreed");
        assertThat(agreed.err())
                .contains("https://example.com/connect", "The page is at \u001b[1mexample.com\u001b[0m.");
    }

    @Test
    @Tag("exhaustive")
    void a_page_is_declined_or_closed() throws Exception {
        assertThat(CommandResult.runAtTerminal("no\n", CommandResult.createArguments(DEMO, "call", "visit"))
                        .out())
                .contains("does not want");
        assertThat(CommandResult.runAtTerminal("", CommandResult.createArguments(DEMO, "call", "visit"))
                        .out())
                .contains("closed the request");
    }

    @Test
    @Tag("exhaustive")
    void roots_are_sent_to_the_server() throws Exception {
        CommandResult run = CommandResult.run(CommandResult.createArguments(DEMO, "call", "list_roots", "--root", "."));

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("file:///");
    }
}
