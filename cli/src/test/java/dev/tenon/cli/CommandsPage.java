package dev.tenon.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page of the documentation that shows what the commands print. */
final class CommandsPage {
    static final Path FILE = Path.of("..", "docs", "commands.md");

    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- typed: (.*?) -->\\n)?```(console|terminal)\\n(.*?)\\n```", Pattern.DOTALL);
    private static final String PROMPT = "$ ";

    private CommandsPage() {}

    /**
     * A command with its output.
     *
     * @param line the command line for the shell
     * @param output the printed output
     * @param typed the input of the user at a terminal; empty without a terminal
     */
    record Example(String line, String output, List<String> typed) {
        @Override
        public String toString() {
            return line;
        }
    }

    static List<Example> examples() throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(FILE));
        List<Example> examples = new ArrayList<>();
        while (block.find()) {
            examples.addAll(parseBlock(block));
        }
        return examples;
    }

    private static List<Example> parseBlock(Matcher block) {
        List<String> typed = block.group(1) == null
                ? List.of()
                : Arrays.asList(block.group(1).split(", *", -1));
        List<Example> examples = new ArrayList<>();
        for (String part : block.group(3).split("(?m)^" + Pattern.quote(PROMPT), -1)) {
            if (!part.isBlank()) {
                String[] lines = part.stripTrailing().split("\n", 2);
                examples.add(new Example(lines[0], lines.length > 1 ? lines[1] : "", typed));
            }
        }
        return examples;
    }

    /** Updates the page with the current output of the commands. */
    static void update(ExampleRunner runner) throws Exception {
        Matcher block = BLOCK.matcher(Files.readString(FILE));
        StringBuilder page = new StringBuilder();
        while (block.find()) {
            StringBuilder content = new StringBuilder();
            for (Example example : parseBlock(block)) {
                content.append(PROMPT).append(example.line()).append('\n');
                content.append(runner.run(example)).append("\n\n");
            }
            String oldBlock = block.group();
            String prefix = oldBlock.substring(0, oldBlock.indexOf("```"));
            String updatedBlock =
                    prefix + "```" + block.group(2) + "\n" + content.toString().stripTrailing() + "\n```";
            block.appendReplacement(page, Matcher.quoteReplacement(updatedBlock));
        }
        block.appendTail(page);
        Files.writeString(FILE, page.toString());
    }

    /** Runs an example. */
    interface ExampleRunner {
        String run(Example example) throws Exception;
    }
}
