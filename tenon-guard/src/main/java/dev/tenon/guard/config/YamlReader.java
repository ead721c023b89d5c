package dev.tenon.guard.config;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads a YAML file (1.2, core schema) as far as a configuration needs it: one document of mappings, lists and scalars. No
 * aliases, no tags, no name twice: a file says what it says, once.
 */
final class YamlReader {
    private static final int MOST_CHARACTERS = 1 << 20;
    private static final int DEEPEST = 30;
    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
    private static final Pattern FRACTION = Pattern.compile("-?(0|[1-9][0-9]{0,17})\\.[0-9]{1,18}");

    private final Iterator<Event> events;
    private int depth;

    private YamlReader(Iterator<Event> events) {
        this.events = events;
    }

    /**
     * Reads a file's text; an empty one counts as an empty mapping.
     *
     * @throws ConfigException when it is no such YAML
     */
    static Yaml read(String source, String text) {
        LoadSettings settings = LoadSettings.builder()
                .setCodePointLimit(MOST_CHARACTERS)
                .setParseComments(false)
                .build();
        try {
            return new YamlReader(new ParserImpl(settings, new StreamReader(settings, text))).document();
        } catch (Mistake e) {
            throw new ConfigException(source, List.of(e.problem));
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(Mark::getLine).orElse(0) + 1;
            throw new ConfigException(
                    source, List.of(new ConfigProblem(line, "this is no YAML: " + Quote.visible(e.getProblem(), 200))));
        } catch (YamlEngineException e) {
            throw new ConfigException(
                    source,
                    List.of(new ConfigProblem(
                            1, "this is no YAML: " + Quote.visible(String.valueOf(e.getMessage()), 200))));
        }
    }

    /** A mistake, on its way out of the reader. */
    private static final class Mistake extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient ConfigProblem problem;

        Mistake(Event at, String message) {
            super(message, null, false, false);
            problem = new ConfigProblem(line(at), message);
        }
    }

    private Yaml document() {
        Event event = events.next();
        while (event instanceof StreamStartEvent || event instanceof DocumentStartEvent) {
            event = events.next();
        }
        if (!(event instanceof NodeEvent)) {
            return new Yaml.Entries(1, Map.of());
        }
        Yaml root = value(event);
        events.next();
        Event more = events.next();
        if (more instanceof DocumentStartEvent) {
            throw new Mistake(more, "a second document begins here; a configuration is one");
        }
        return root;
    }

    private Yaml value(Event event) {
        if (event instanceof AliasEvent) {
            throw new Mistake(event, "aliases (*name) are not used here; write the value out");
        }
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            throw new Mistake(event, "anchors (&name) are not used here; write the value out where it is needed");
        }
        if (event instanceof ScalarEvent scalar) {
            return scalar(scalar);
        }
        if (event instanceof CollectionStartEvent collection
                && collection.getTag().isPresent()) {
            throw new Mistake(event, "tags (!name) are not used here");
        }
        if (++depth > DEEPEST) {
            throw new Mistake(event, "this nests too deeply");
        }
        Yaml read = event instanceof MappingStartEvent ? entries(event) : items((SequenceStartEvent) event);
        depth--;
        return read;
    }

    private Yaml entries(Event start) {
        Map<String, Yaml.Entry> entries = new LinkedHashMap<>();
        for (Event key = events.next(); !(key instanceof MappingEndEvent); key = events.next()) {
            if (!(key instanceof ScalarEvent scalar)) {
                throw new Mistake(key, "a name is expected here, such as \"upstreams:\"");
            }
            String name = scalar.getValue();
            if (entries.containsKey(name)) {
                throw new Mistake(
                        key,
                        "\"" + Quote.visible(name, 60) + "\" is here for the second time; the first is on line "
                                + entries.get(name).line());
            }
            entries.put(name, new Yaml.Entry(line(key), value(events.next())));
        }
        return new Yaml.Entries(line(start), entries);
    }

    private Yaml items(SequenceStartEvent start) {
        List<Yaml> items = new ArrayList<>();
        for (Event item = events.next(); !(item instanceof SequenceEndEvent); item = events.next()) {
            items.add(value(item));
        }
        return new Yaml.Items(line(start), items);
    }

    private static Yaml scalar(ScalarEvent scalar) {
        if (scalar.getTag().isPresent()) {
            throw new Mistake(scalar, "tags (!name) are not used here");
        }
        String text = scalar.getValue();
        return new Yaml.Scalar(line(scalar), text, scalar.isPlain() ? plain(text) : Json.of(text));
    }

    /** What a scalar without quotes stands for in YAML's core schema, without its octal, hexadecimal and infinite numbers. */
    private static Json plain(String text) {
        return switch (text) {
            case "", "~", "null", "Null", "NULL" -> Json.NULL;
            case "true", "True", "TRUE" -> Json.of(true);
            case "false", "False", "FALSE" -> Json.of(false);
            default ->
                WHOLE.matcher(text).matches() || FRACTION.matcher(text).matches() ? Json.parse(text) : Json.of(text);
        };
    }

    private static int line(Event event) {
        return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }
}
